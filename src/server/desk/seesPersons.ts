import type { FastifyRequest } from 'fastify'
import { ROLES, USUAL_ROLE } from '../../../schemas/operator.ts'

/** Whether who asks may see personal data. */
export function seesPersons({ session }: FastifyRequest): boolean {
  return ROLES[session.role ?? USUAL_ROLE].seesPersons
}
