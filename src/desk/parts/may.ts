import { ROLES, type Permission, type RoleName } from '../../../schemas/people/roles.ts'

/** True if a role has the permission. While the role is unknown everything shows, and the server refuses what is not allowed. */
export function may(role: RoleName | null, permission: Permission | null): boolean {
  return permission === null || role === null || ROLES[role][permission]
}
