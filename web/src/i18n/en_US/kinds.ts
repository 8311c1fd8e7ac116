/** Places. */
export const kinds = {
  address: '{name}: address',
  longitude: '{name}: longitude',
  latitude: '{name}: latitude',
  anAddress: 'Address, or paste “longitude,latitude,address”',
  aLongitude: 'Longitude',
  aLatitude: 'Latitude',
  copyPlace: 'Copy the coordinates {lng}, {lat}',
  copied: 'Copied',
  copyFailed: 'Could not copy: select them and press Ctrl+C',
};
