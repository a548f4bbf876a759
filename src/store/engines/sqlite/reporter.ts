import type { OfSites } from '../../kernel/ofSites.ts'
import { Worker } from 'node:worker_threads'
import type { DeliveriesAsked, DeliveryOverview, OverviewAsked } from '../../../../schemas/desk/deliveries.ts'
import type { LeadsAsked } from '../../../../schemas/desk/leads.ts'
import type { LongReport } from '../../../../schemas/reports/longReports.ts'
import type { PageAsked, ReportPage } from '../../../../schemas/reports/reportPages.ts'
import type {
  DrilldownName,
  DrilldownQuery,
  DrilldownRow,
  OfferName,
  ReportName,
  ReportRow,
} from '../../../../schemas/reports/reports.ts'
import type { DeliveryPage } from '../../nouns/leads/deliveryList.ts'
import type { LeadPage } from '../../nouns/leads/leadList.ts'
import type { OutgoingPage, OutgoingWanted } from '../../nouns/leads/outgoingList.ts'
import type { Trouble } from '../../kernel/storeState.ts'
import type { HoursToKeep } from '../../nouns/reports/dropoff/keptHours.ts'
import type { VisitPage, VisitsAsked } from '../../nouns/reports/recordedVisits.ts'
import type { ReportQuestion } from '../../nouns/reports/reportRules.ts'
import type { ReportReply } from './reportWorker.ts'
import { NotKept } from '../../kernel/storeErrors.ts'
import { THREAD } from './threads.ts'
import { troubleOf } from './file/fileTrouble.ts'

interface Waiting {
  resolve: (answer: never) => void
  reject: (error: Error) => void
}

const CLOSED = new Error('The store is closed.')

/** Connection to the thread that answers reports, one at a time, on a read-only connection. The first question starts it, or `start`.
 *  `onTrouble` is called if it finds the disk or the file in trouble. */
export function openReporter(file: string, onTrouble: (trouble: Trouble) => void) {
  const waiting = new Map<number, Waiting>()
  let thread: ReturnType<typeof openThread> | null = null
  let asked = 0
  let refusal: Error | null = null

  function openThread() {
    const worker = new Worker(new URL('./reportWorker.ts', import.meta.url), { ...THREAD, workerData: file })
    worker.on('message', ({ id, ...reply }: ReportReply) => {
      const { resolve, reject } = waiting.get(id)!
      waiting.delete(id)
      if ('answer' in reply) resolve(reply.answer as never)
      else {
        if (reply.trouble) onTrouble(reply.trouble)
        reject(reply.trouble ? new NotKept(reply.trouble.sentence) : new Error(reply.message))
      }
    })
    // Called, for example, if the file is found damaged while it is being opened.
    worker.on('error', (error: Error) => {
      const trouble = troubleOf(error)
      if (trouble) onTrouble(trouble)
      refusal = trouble ? new NotKept(trouble.sentence) : error
    })
    const exited = new Promise<void>((resolve) =>
      worker.on('exit', () => {
        refusal ??= CLOSED
        for (const { reject } of waiting.values()) reject(refusal)
        resolve()
      }),
    )
    return { worker, exited }
  }

  function start() {
    return (thread ??= openThread())
  }

  function ask<Answer>(question: ReportQuestion): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (refusal) return reject(refusal)
      const { worker } = start()
      waiting.set(++asked, { resolve, reject })
      worker.postMessage({ id: asked, question })
    })
  }
  return {
    /** Starts the thread without a question, so that the next one doesn't wait for it. */
    start(): void {
      if (!refusal) start()
    },
    report: <N extends ReportName>(name: N, range: { path: string | null; from: number; to: number }) =>
      ask<ReportRow<N>[]>({ report: name, range }),
    reportPage: (pageOf: LongReport, range: { path: string; from: number; to: number }, asked: PageAsked) =>
      ask<ReportPage>({ pageOf, range, asked }),
    drilldown: <N extends DrilldownName>(name: N, words: DrilldownQuery[N] & OfSites) =>
      ask<{ rows: DrilldownRow<N>[]; next: string | null }>({ drilldown: name, words } as ReportQuestion),
    stepHoursToKeep: (stepHoursToKeep: number) => ask<HoursToKeep | null>({ stepHoursToKeep }),
    recordedVisits: (visits: VisitsAsked) => ask<VisitPage>({ visits }),
    leadList: (leads: LeadsAsked) => ask<LeadPage>({ leads }),
    deliveryList: (deliveries: DeliveriesAsked) => ask<DeliveryPage>({ deliveries }),
    deliveryOverview: (overviewOf: OverviewAsked, leastOfOne: number) =>
      ask<DeliveryOverview>({ overviewOf, leastOfOne }),
    outgoingList: (outgoing: OutgoingWanted) => ask<OutgoingPage>({ outgoing }),
    buyersOfLeads: (buyersOf: OfSites) => ask<string[]>({ buyersOf }),
    offerNames: (path: string | null) => ask<OfferName[]>({ offersOf: path }),
    /** Answers earlier questions first. */
    async close(): Promise<void> {
      if (!thread) {
        refusal = CLOSED
        return
      }
      thread.worker.postMessage(null)
      await thread.exited
    },
  }
}
