import { arch, platform, release } from 'node:os'
import type { Finding } from '#contract/settings/checkup.ts'
import type { Config } from '#server/config/config.ts'
import { VERSION } from '#server/core/version.ts'

const ERRORS = 50

/** For whoever helps: versions, the checkup, the last errors of a log; no person, no secret. */
export function composeReport(
  { databaseUrl, workers }: Pick<Config, 'databaseUrl' | 'workers'>,
  findings: readonly Finding[],
  log: readonly string[],
): string {
  const lines = [
    `Farmstand ${VERSION}, Node ${process.version}, ${platform()} ${release()} ${arch()}, ${databaseUrl ? 'PostgreSQL' : 'SQLite'}, ${workers} process`,
    '',
    ...findings.map(({ what, state, found }) => `${state.padEnd(8)} ${what}: ${found}`),
    '',
    ...log.filter(isError).slice(-ERRORS),
  ]
  return `${lines.map(redact).join('\n')}\n`
}

function isError(line: string): boolean {
  return /^\{"level":[56]0,/.test(line)
}

export type LastErrors = { lines: string[]; note: (line: string) => string }

/** The last errors of this process, which can't read its own log. */
export function lastErrors(): LastErrors {
  const lines: string[] = []
  const note = (line: string) => {
    if (isError(line) && lines.push(line.trimEnd()) > ERRORS) lines.shift()
    return line
  }
  return { lines, note }
}

const SECRETS: readonly [RegExp, string][] = [
  [/(?<![^\s"'<>:@/])[^\s"'<>:@/]+@[\w-]+(?:\.[\w-]+)+/g, '<email>'],
  [/\b(?:[srp]k|rk|whsec)_\w+/g, '<key>'],
  [/\/\/[^\s/@:]{0,200}:[^\s/@]{0,200}@/g, '//<password>@'],
  // Addresses of receipts, links and tokens, which nobody can guess.
  [/[\w-]{22,}/g, '<secret>'],
  [/(?<!\d)(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)/g, '<number>'],
]

export function redact(line: string): string {
  return SECRETS.reduce((text, [what, instead]) => text.replace(what, instead), line)
}
