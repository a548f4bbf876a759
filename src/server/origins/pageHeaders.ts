/** The headers that every page has beside its Content-Security-Policy, which each kind of page makes for itself. */

/** What no page of ours asks a browser for, nor any script in it. Source: W3C Permissions Policy. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]

const PERMISSIONS = UNUSED.map((feature) => `${feature}=()`).join(', ')

/** Of a visitor's page: a page that opened it from elsewhere holds no handle on it, and it may open partners' pages. Other sites
 *  may frame it, as its policy says. Source: WHATWG HTML, "Cross-origin opener policies". */
export const SITE_PAGE = {
  'permissions-policy': PERMISSIONS,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** Of an operator's page, which nothing else may hold, open or load. */
export const OPERATOR_PAGE = {
  'permissions-policy': PERMISSIONS,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
