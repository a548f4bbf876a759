import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings/settings.ts'
import { operatorsOrigin } from '../origins/side.ts'

/** Origin at which operators reach this server, whatever host a request names: that of the settings, else localhost with the port it
 *  listens on. */
export function operatorOrigin({ settings }: { settings: Settings }, { socket }: FastifyRequest): string {
  return (
    operatorsOrigin(settings) ?? settings.publicUrl ?? `http://localhost:${socket.localPort ?? settings.port}`
  )
}
