import autocannon from 'autocannon'
import type { Load, Request } from './asking.ts'

/**
 * Runs autocannon in its own thread, for machines without wrk; it's slower than the servers it
 * asks.
 */
export async function askByAutocannon(
  url: string,
  { path, headers = {}, connections, seconds }: Load,
): Promise<Request> {
  const found = await autocannon({
    url: url + path,
    headers,
    connections,
    duration: seconds,
    workers: 1,
  })
  const { p50, p99 } = found.latency
  const wrong = found.errors + found['4xx'] + found['5xx']
  return { answers: found.requests.total, seconds: found.duration, p50, p99, wrong }
}
