import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Load, Request } from './asking.ts'

const run = promisify(execFile)

/** wrk's Lua hook at the end: times in microseconds, statuses from 400 up count as errors. */
const TELL = `done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('\\n{"answers":%d,"micros":%d,"p50":%d,"p99":%d,"wrong":%d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
`

/** wrk needs a fraction of the CPU any server does. */
export async function askByWrk(
  url: string,
  { path, headers = {}, connections, seconds }: Load,
): Promise<Request> {
  const folder = await mkdtemp(join(tmpdir(), 'farmstand-wrk-'))
  const script = join(folder, 'tell.lua')
  try {
    writeFileSync(script, TELL)
    const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const pace = ['-t1', `-c${connections}`, `-d${seconds}s`]
    return readWrk((await run('wrk', [...pace, '-s', script, ...named, url + path])).stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Finds our line after wrk's own output. @throws Error when there is none */
export function readWrk(printed: string): Request {
  const sent = /^\{"answers".*\}$/m.exec(printed)?.[0]
  if (!sent) throw new Error(`wrk told nothing: ${printed}`)
  const { answers, micros, p50, p99, wrong } = JSON.parse(sent)
  return { answers, seconds: micros / 1e6, p50: p50 / 1000, p99: p99 / 1000, wrong }
}
