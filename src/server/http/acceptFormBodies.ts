import type { FastifyInstance } from 'fastify'
import { heldForm } from './heldBodies.ts'

/** Makes the routes of a scope accept posted forms, as an object of strings. */
export function acceptFormBodies(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(heldForm(body)),
  )
}
