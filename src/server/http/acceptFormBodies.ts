import type { FastifyInstance } from 'fastify'
import { heldForm } from './heldBodies.ts'

/** Has the routes of a scope take what a form posts, as an object of texts. */
export function acceptFormBodies(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(heldForm(body)),
  )
}
