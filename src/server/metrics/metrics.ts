import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

/** Metrics in Prometheus' terms. */
export interface Metrics {
  registry: Registry
  /** Updates the gauges that are looked up instead of counted, before they are read. */
  refresh: () => Promise<void>
  /** Seconds from the end of a request's headers to the answer's last byte, by route and status. */
  requests: Histogram<'route' | 'status'>
  sessionsOpened: Counter
  stepsRecorded: Counter
  /** Submissions that the flow wouldn't have asked for. */
  stepsRefused: Counter
  /** Bytes received that never became a request, by the status of the answer. */
  unreadable: Counter<'status'>
  /** Attempts to deliver a lead, by result. */
  deliveryAttempts: Counter<'buyer' | 'state'>
  /** Attempts to send an email, by result. */
  mailAttempts: Counter<'state'>
  /** Attempts to send an event to a vendor, by result. */
  pixelAttempts: Counter<'vendor' | 'state'>
  /** Email addresses and phone numbers in parameters of arrivals, stored as hashes. */
  contactParameters: Counter
  /** Rows that a job skipped because it can't process their contents. */
  badRows: Counter<'job'>
  /** Attempts to send a message to a webhook, by result. */
  webhookAttempts: Counter<'webhook' | 'state'>
  /** Attempts to report a conversion to an affiliate, by result. */
  postbackAttempts: Counter<'state'>
  /** Attempts to notify a buyer of an opt-out, by result. */
  noticeAttempts: Counter<'buyer' | 'state'>
}

export function metrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    refresh: async () => {},
    requests: new Histogram({
      name: 'leadloom_http_request_seconds',
      help: 'Duration of HTTP requests.',
      labelNames: ['route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    sessionsOpened: new Counter({
      name: 'leadloom_sessions_opened_total',
      help: 'Sessions opened.',
      registers,
    }),
    stepsRecorded: new Counter({ name: 'leadloom_steps_recorded_total', help: 'Steps recorded.', registers }),
    stepsRefused: new Counter({
      name: 'leadloom_steps_refused_total',
      help: 'Submissions refused and quarantined.',
      registers,
    }),
    unreadable: new Counter({
      name: 'leadloom_unreadable_requests_total',
      help: 'Requests that took too long, had too long headers or weren’t HTTP, by status of the response.',
      labelNames: ['status'],
      registers,
    }),
    contactParameters: new Counter({
      name: 'leadloom_contact_parameters_total',
      help: 'Email addresses and phone numbers found in visitors’ URL parameters, such as sub IDs. They are stored as hashes.',
      registers,
    }),
    badRows: new Counter({
      name: 'leadloom_bad_rows_total',
      help: 'Rows that a job skipped because it can’t process them. The log names each one.',
      labelNames: ['job'],
      registers,
    }),
    mailAttempts: new Counter({
      name: 'leadloom_mail_attempts_total',
      help: 'Attempts to send an email to a visitor, by outcome.',
      labelNames: ['state'],
      registers,
    }),
    pixelAttempts: new Counter({
      name: 'leadloom_pixel_attempts_total',
      help: 'Attempts to send an event to an ad platform, by outcome.',
      labelNames: ['vendor', 'state'],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'leadloom_webhook_attempts_total',
      help: 'Attempts to send a webhook message, by outcome.',
      labelNames: ['webhook', 'state'],
      registers,
    }),
    postbackAttempts: new Counter({
      name: 'leadloom_postback_attempts_total',
      help: 'Attempts to report a conversion to an affiliate, by outcome.',
      labelNames: ['state'],
      registers,
    }),
    noticeAttempts: new Counter({
      name: 'leadloom_notice_attempts_total',
      help: 'Attempts to notify a buyer that a person opted out, by outcome.',
      labelNames: ['buyer', 'state'],
      registers,
    }),
    deliveryAttempts: new Counter({
      name: 'leadloom_delivery_attempts_total',
      help: 'Attempts to deliver a lead to a buyer, by outcome. own_duplicate: not sent because the buyer already bought the same person.',
      labelNames: ['buyer', 'state'],
      registers,
    }),
  }
}

/** Serves the metrics on a separate listener, so that the public one never shows them. */
export async function serveMetrics(metrics: Metrics, at: { port: number; host: string }): Promise<Server> {
  const { registry } = metrics
  collectDefaultMetrics({ register: registry })
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    try {
      await metrics.refresh()
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch {
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at.port, at.host, resolve))
  return server
}
