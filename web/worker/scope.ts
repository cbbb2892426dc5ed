/** Only what the shop's workers use: TypeScript knows either pages or workers. */
export type WorkerScope = {
  location: { origin: string }
  clients: { claim(): Promise<void> }
  registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}

type Extendable = { waitUntil(work: Promise<unknown>): void }

export type FetchMoment = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

type WorkerEvents = {
  install: Extendable
  activate: Extendable
  fetch: FetchMoment
  message: Extendable & { data: unknown }
}
