/** Templates for new sites, in the order of their list. */
export const TEMPLATE_KEYS = ['claims', 'home', 'insurance', 'solar', 'debt', 'legal', 'education'] as const
export type TemplateKey = (typeof TEMPLATE_KEYS)[number]
