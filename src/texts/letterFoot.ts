/** What stands below every email to a visitor. */
export const LETTER = {
  asked: (address: string) => `You get this email because you asked for it at ${address}.`,
  noMore: (page: string, contact: string) => `No more email: ${page} or ${contact}`,
}
