/** Portal targets of popovers: within the landmark that they belong to, but outside the card, which would clip them. */

export const IN_BAR = { target: '.bar', className: 'portal' }
export const IN_SCREEN = { target: '.screen', className: 'portal' }
