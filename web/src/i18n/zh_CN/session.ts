export const session = {
  again: '登录已过期',
  againWhy: '填写的内容都还在。{name}，请输入密码后继续。',
  againGo: '继续',
  left: '您在另一个窗口退出了登录',
  leftWhy: '此窗口里还有未保存的内容，已遮住并保留。{name}，请输入密码后继续。',
};
