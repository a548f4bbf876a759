import { Type, type Static } from 'typebox'
import { closed, EpochMs, Key, oneOf } from '../shape.ts'

/** Buyers at /desk and by leadloom buyers: those of the file of BUYERS_FILE, and those that the store keeps. */

const document = Type.Record(Type.String(), Type.Unknown(), {
  description: 'As it stands in the file of buyers, with an empty text in the place of each secret.',
})

const revision = Type.Integer({
  minimum: 0,
  description: 'Grows with every save; 0 for one of the file, and for one that there is not yet.',
})

export const KnownBuyer = closed({
  buyer: Key,
  origin: oneOf(['file', 'store'], {
    description: 'file: that of BUYERS_FILE, which no call changes. store: made by a call or a command.',
  }),
  revision,
  saved_by: Type.Union([Type.String(), Type.Null()]),
  saved_at: Type.Union([EpochMs, Type.Null()]),
  document,
  problem: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it is not used; null for one that is.',
  }),
})
export type KnownBuyer = Static<typeof KnownBuyer>

export const SaveBuyer = closed({
  buyer: Key,
  revision,
  document: {
    ...document,
    description:
      'As in the file of buyers. A secret that is empty stays as it is kept, unless the buyer goes to another host.',
  },
})

export const RemoveBuyer = closed({ buyer: Key, revision })
