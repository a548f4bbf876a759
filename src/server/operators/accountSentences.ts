/** Texts about accounts, invitations, and passwords. */

export const PASSWORD_FAULTS = {
  length: (least: number, most: number) => `Use a password of ${least} to ${most} characters.`,
  name: 'Your password contains your account name. Leave the name out.',
  words: 'Your password is little more than the name of the product or a site. Add another word or two.',
  common: 'That password is easy to guess. Add another word or two.',
}

export const INVITATION_MAIL = {
  subject: (product: string, isNew: boolean) =>
    isNew ? `You’re invited to ${product}` : `Reset your ${product} password`,
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
        ? `Choose a new password for your ${product} account, ${name}:`
        : `You’re invited to ${product} as ${name}, with the role ${role}. Choose your password:`,
      link,
      `This link works once and expires in ${hours} hours. If you weren’t expecting this email, ignore it. No one can get in without the link.`,
      '',
    ].join('\n\n'),
}
