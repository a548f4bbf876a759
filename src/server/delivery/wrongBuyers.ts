/** Faults of the buyers file, and what to do. Its values aren't repeated, since they include secrets. */
export const BUYERS_FILE = {
  ofBuyer: (key: string, message: string) => `${key}: ${message}`,
  returnKey: 'another buyer has the same secret for returns.',
  ownSecret: 'Use a different secret for each buyer.',
  url: "its address isn't a web address.",
  urlLike: 'Use one like https://buyer.example/leads.',
  mailMismatch: (format: string) =>
    format === 'email'
      ? "its address isn't an email address."
      : "its address is an email address, and its leads aren't sent by email.",
  mailLike: (format: string) =>
    format === 'email'
      ? 'Use one like mailto:leads@buyer.example.'
      : 'Use an https:// address, or send its leads by email.',
  localElsewhere: 'a local buyer must be on this machine.',
  localLike: 'Use an address like http://127.0.0.1:4000/json.',
  localRefused: 'local buyers are turned off on this server.',
  allowLocal: 'For development, set LOCAL_TARGETS=allow. Otherwise remove "local".',
  login: (address: string) => `its ${address} contains a username or password.`,
  withoutLogin: 'Remove them from the address. If the buyer needs them, send them in a header.',
  inTheOpen: 'its address would send leads unencrypted.',
  beginHttps: 'Use an https:// address.',
  testUrl: "its test address can't take test leads.",
  testUrlLike: 'Use an https:// address, or http://127.0.0.1 for a local buyer.',
  campaign: 'it has no campaign ID.',
  askBuyer: 'Ask the buyer for it.',
  suppliers: 'it has no supplier named "default".',
  defaultSupplier: 'The default applies to every affiliate without its own supplier.',
  key: 'it has no campaign key.',
  noTest: 'its format has no test leads, so the buyer would take them for real ones.',
  noTestHow: 'Ask the buyer for a separate test source, and send that one real leads.',
  noPing: "its format doesn't support ping.",
  pinged: (formats: string) => `These formats do: ${formats}.`,
  pingElsewhere: 'its ping and its posts go to different hosts.',
  pingNames: (field: string) => `its ping includes ${field}, which identifies the visitor.`,
  pingNamesNobody:
    'Remove it. Visitors only agree to share who they are with the company that gets the lead. A ping may include the ZIP code or the state.',
  auctionWithoutPing: 'it takes part in an auction but has no ping to bid with.',
  givePing: 'Add a ping, or take it out of auctions.',
  bidsCrossed: 'its highest bid is below its lowest bid.',
  pricesInOrder: 'Raise one or lower the other.',
  zone: "its time zone isn't known.",
  zoneLike: 'Use a name like America/Chicago.',
  emptyCap: (n: number) => `its cap ${n} has no limit.`,
  capOf: 'Set a number of leads, an amount in dollars, or both.',
  capPrice: 'it has a cap in dollars but no price per lead.',
  givePrice:
    'Add a price, or the most to book for a lead. No more than that is booked for a lead without a bid.',
  pricesCrossed: 'the most to book for a lead is below its price.',
  smallCap: (n: number) => `its cap ${n} is lower than the price of one lead.`,
  raiseCap: 'Raise it, or remove it and pause the buyer.',
  hours: (n: number) => `its hours ${n} end when they start.`,
  wholeDay: 'For the whole day, use 00:00 to 24:00.',
  sameHost: 'Both addresses must have the same host.',
} as const
