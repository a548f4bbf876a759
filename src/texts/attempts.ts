/** Results of attempts to post a lead, send an email or report an event to a vendor, as operators read them. */
export const ATTEMPTS = {
  givenUp: (reason: string, attempts: number) => `${reason} Given up after ${attempts} attempts.`,
  notRepeated: (reason: string) =>
    `${reason} The buyer may have bought the lead. It wasn't posted again, because the buyer might take it for another lead.`,
  accepted: (dollars: string) => `Accepted at $${dollars}.`,
  acceptedUnreadable: 'Accepted.',
  otherState: (states: string) => `the buyer only takes leads from ${states}.`,
  filtered: (rule: string) => `the buyer only takes leads where ${rule}.`,
  sendsTo: (host: string) => `The visitor gets a link to its page on ${host}.`,
  mayNotSendTo: (host: string) => `Its link to ${host} was ignored because the host isn't in redirect_hosts.`,
  keepsDuplicatesBack: (host: string) =>
    `Its link to ${host} was ignored because duplicate_window_days isn't 0. A visitor without it would know that someone else gave the same phone or email.`,
  sendsInTheOpen: (host: string) => `Its link to ${host} was ignored because it doesn't use HTTPS.`,
  test: 'Accepted as a test. Not a sale.',
  answered: (status: number) => `The buyer answered ${status}.`,
  answeredWith: (status: number, text: string) => `The buyer answered ${status}: ${text}`,
  refusesUs: (status: number) => `The buyer rejected our credentials (${status}).`,
  ping: (reason: string) => `Ping: ${reason}`,
  belowBid: (bid: string) => `That's less than its bid of ${bid}.`,
  aboveReserved: (price: string, reserved: string, difference: string) =>
    `The buyer reported ${price}, but only ${reserved} was reserved. ${reserved} was booked. The other ${difference} wasn't.`,
  noPrice: "Ping: the buyer wants the lead, but its bid isn't a price.",
  lowBid: (least: string) => `Ping: the bid is below the minimum of ${least}.`,
  highBid: (most: string) => `Ping: the bid is above the buyer's maximum of ${most}, so it was ignored.`,
  lateBid: (seconds: number) => `Ping: no bid within ${seconds} seconds.`,
  inTestMode: 'The buyer took the lead as a test. Our supplier account there is still in test mode.',
  contradicts: (words: string) => `The response contradicts itself. The buyer may have the lead: ${words}`,
  severalBids: 'the buyer sent several bids. Set leadprosper.bid_parameter to choose how one is accepted.',
  onHold: (words: string) => `On hold. The buyer decides later, so don't send it again: ${words}`,
  hidesMatch: "The buyer answered Success, which doesn't say whether it bought the lead.",
  noPingId: 'Ping: the buyer wants the lead, but sent no ID for it.',
  heldUp: 'Not sent. This server was down for a while, so another server may have sent it.',
  failed: 'The post failed.',
  failedBy: (code: string) => `The post failed: ${code}.`,
  noReason: 'for no reason given',
  noAnswer: (seconds: number) => `No response within ${seconds} seconds.`,
  longAnswer: (bytes: number) => `The response is longer than ${bytes} bytes.`,
  noBidAt: (path: string) => `The answer has no bid at ${path}.`,
  unreadableBid: (path: string) => `The answer has no readable amount at ${path}.`,
  mailAccepted: 'Accepted by the mail server.',
  noMailServer: 'This server can’t send email yet. Set SMTP_URL and MAIL_FROM.',
  mailLogin: 'The mail server rejected our login. Check SMTP_URL.',
  mailUnreached: (code: string) => `Couldn't reach the mail server: ${code}.`,
  mailAnswered: (code: number) => `The mail server answered ${code}.`,
  vendorTook: 'Accepted by the vendor.',
  vendorLogin: (code: string) =>
    `The vendor rejected our access token: error ${code}. Put a new token in PIXELS_FILE.`,
  vendorSays: (code: string, message: string) => `The vendor answered: error ${code} ${message}`.trim(),
  vendorAnswered: (status: number, text: string) => `The vendor answered ${status}: ${text}`,
  vendorUnknown: 'This account is no longer in the flow or in PIXELS_FILE.',
  eventTooOld: (days: number) => `Not sent. The event is older than ${days} days.`,
  unmatched: 'Not sent. There is no click ID or contact detail to match the visitor by.',
  noConsent: "Not sent. The visitor hasn't agreed to it.",
  receiverAnswered: (status: number) => `The receiver answered ${status}.`,
} as const

/** Emails with which buyers get the leads of a day or a week. */
export const COPY_MAIL = {
  subject: (days: string) => `Your leads of ${days}`,
  text: (count: number, days: string, zone: string) =>
    count === 0
      ? `You bought no leads on ${days} (${zone}).`
      : `You bought ${count === 1 ? '1 lead' : `${count.toLocaleString('en-US')} leads`} on ${days} (${zone}). The attached file has the details.`,
  cut: 'The file has only the first of them. Ask us for the rest.',
  columns: ['lead_id', 'sold_at', 'price'],
  unscheduled: 'Not sent: the buyer’s schedule changed.',
} as const

/** Emails with which leads go to buyers. */
export const LEAD_MAIL = {
  subject: (key: string, isTest: boolean) => `${isTest ? 'Test lead' : 'New lead'} ${key}`,
} as const
