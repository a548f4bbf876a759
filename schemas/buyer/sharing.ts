import { Type } from 'typebox'

/** Rules for sharing a lead that the visitor agreed to send to several buyers. */
export const SHARING = {
  shares: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      description:
        'To how many buyers a lead is sold at most that this one gets: 1 for a lead of its own. The bound of each who has it holds for all. Without it: to all whom the flow names.',
      examples: [1],
    }),
  ),
  priority: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 50,
      description:
        'Who is asked first where not all may get a lead: the lower number. The others are asked once that buyer has refused it, or takes none now.',
      examples: [1],
    }),
  ),
}
