import { Type } from 'typebox'

/** Rules for sharing a lead that the visitor agreed to send to several buyers. */
export const SHARING = {
  shares: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      description:
        'The most buyers that a lead of this buyer is sold to, or 1 for an exclusive lead. The lowest limit of all its buyers applies. If omitted, a lead is sold to all buyers that the flow names.',
      examples: [1],
    }),
  ),
  priority: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 50,
      description:
        'The order of buyers if not all can get a lead. Lower numbers come first. The others get a chance if that buyer refuses the lead or isn’t taking any.',
      examples: [1],
    }),
  ),
}
