export const api = {
  offline: '网络无法连接，请检查网络后重试',
};
