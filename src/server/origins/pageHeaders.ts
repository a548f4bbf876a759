/** Headers that every page has besides its Content-Security-Policy; see kernel/contentSecurityPolicy.ts. */

/** Browser features that none of our pages or their scripts use. Source: W3C Permissions Policy. */
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

/** Headers of a visitor's page. A page elsewhere that opened it gets no handle on it, and it may open partners' pages. Other sites may
 *  frame it, as its policy says. Source: WHATWG HTML, "Cross-origin opener policies". */
export const SITE_PAGE = {
  'permissions-policy': PERMISSIONS,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** Headers of an operator's page, which no other page may hold, open, or load. */
export const OPERATOR_PAGE = {
  'permissions-policy': PERMISSIONS,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
