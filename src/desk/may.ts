import type { ROLES } from '../../schemas/people/roles.ts'

type Role = keyof typeof ROLES
/** What a part of the desk, or a button, may need. */
export type DeskPermission = 'seesDesk' | 'managesBuyers' | 'managesPeople'

/** As schemas/people/roles.ts has it, which the page does not load: the compiler compares them. */
const MAY: { [R in Role]: Pick<(typeof ROLES)[R], DeskPermission> } = {
  viewer: { seesDesk: false, managesBuyers: false, managesPeople: false },
  analyst: { seesDesk: true, managesBuyers: false, managesPeople: false },
  author: { seesDesk: false, managesBuyers: false, managesPeople: false },
  manager: { seesDesk: true, managesBuyers: true, managesPeople: false },
  admin: { seesDesk: true, managesBuyers: true, managesPeople: true },
}

/** Whether a role may do something. While it is not known yet all is shown: the server refuses what it may not. */
export function may(role: Role | null, permission: DeskPermission | null): boolean {
  return permission === null || role === null || MAY[role][permission]
}
