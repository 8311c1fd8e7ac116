/** Places. */
export const kinds = {
  address: '{name}：地址',
  longitude: '{name}：经度',
  latitude: '{name}：纬度',
  anAddress: '地址，或粘贴“经度,纬度,地址”',
  aLongitude: '经度',
  aLatitude: '纬度',
  copyPlace: '复制经纬度 {lng}, {lat}',
  copied: '已复制',
  copyFailed: '没能复制，请选中后按 Ctrl+C',
};
