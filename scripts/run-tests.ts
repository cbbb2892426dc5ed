// All tests in their short form: those of the server and the screens in two runs beside
// each other, then those in a browser. Few workers live long: each new one compiles the
// whole shop anew, and four a project cost a tenth of the processor's time.

import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

process.chdir(resolve(import.meta.dirname, '..'))

const BESIDE = [
  ['patient', 'explorer', 'desk'],
  ['postgres', 'unit', 'components'],
] as const

const runs = BESIDE.map((projects) => runProjects(projects, 2))
let isGreen = true
for (const run of runs) if ((await run.printed(process.stdout)) !== 0) isGreen = false
if (isGreen) isGreen = (await runProjects(['browser'], 4).printed(process.stdout)) === 0
process.exitCode = isGreen ? 0 : 1

/**
 * Begins a run; it is printed once it is asked for, so that two at once do not mix their lines. Answers the exit code.
 */
function runProjects(projects: readonly string[], workers: number) {
  const args = projects.flatMap((name) => ['--project', name])
  const run = spawn('vitest', ['run', ...args, '--maxWorkers', `${workers}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number>((resolve, reject) => {
    run.on('error', reject)
    run.on('close', (code) => resolve(code ?? 1))
  })
  const lines: Buffer[] = []
  let print = (line: Buffer): unknown => lines.push(line)
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (line: Buffer) => print(line))
  return {
    async printed(to: NodeJS.WritableStream): Promise<number> {
      for (const line of lines) to.write(line)
      print = (line) => to.write(line)
      return ended
    },
  }
}
