import type { FastifyRequest } from 'fastify'
import { ROLES, USUAL_ROLE } from '../../../schemas/people/roles.ts'

/** True if the operator may see personal data. */
export function seesPersons({ session }: FastifyRequest): boolean {
  return ROLES[session.role ?? USUAL_ROLE].seesPersons
}

/** The operator's permissions here, in the form that pages expect. */
export function rightsOf({ session }: FastifyRequest) {
  const { seesPersons: sees_persons, managesBuyers: may_replay } = ROLES[session.role ?? USUAL_ROLE]
  return { sees_persons, may_replay, may_return: may_replay }
}
