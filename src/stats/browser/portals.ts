/** Where what opens over the page stands in the document: within the landmark that it belongs to, and out of the card, which
 *  would cut it off. */

export const IN_BAR = { target: '.bar', className: 'portal' }
export const IN_SCREEN = { target: '.screen', className: 'portal' }
