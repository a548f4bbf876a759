/** What operators read about accounts, links and passwords. */

export const PASSWORD_FAULTS = {
  length: (least: number, most: number) => `Use a password of ${least} to ${most} characters.`,
  name: 'Your password contains your account name. Leave the name out.',
  words: 'Your password is little more than the name of the product or a site. Add another word or two.',
  common: 'That password is easy to guess. Add another word or two.',
}

export const INVITATION_MAIL = {
  subject: (product: string, isNew: boolean) =>
    isNew ? `Your account at ${product}` : `A new password for ${product}`,
  text: ({
    product,
    name,
    role,
    link,
    hours,
  }: Record<'product' | 'name' | 'link', string> & {
    role: string | null
    hours: number
  }) =>
    [
      role === null
        ? `Choose a new password for your account ${name} at ${product}:`
        : `You are invited to ${product}, as ${name}, with the role ${role}. Choose your password:`,
      link,
      `The link works once, within ${hours} hours. If you expected no such email, do nothing: without the link nobody gets in.`,
      '',
    ].join('\n\n'),
}
