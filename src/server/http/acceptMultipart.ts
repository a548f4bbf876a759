import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Makes the routes of a scope accept multipart forms, as an object of their fields. One that can't be read counts as empty. */
export function acceptMultipart(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' }
      const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => [])
      return Object.fromEntries(form)
    },
  )
}
