import { ROLES, type Permission, type RoleName } from '../../schemas/people/roles.ts'

/** Whether a role may do something. While it is not known yet all is shown: the server refuses what it may not. */
export function may(role: RoleName | null, permission: Permission | null): boolean {
  return permission === null || role === null || ROLES[role][permission]
}
