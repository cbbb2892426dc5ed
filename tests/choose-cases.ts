import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import {
  ASKED_BY_OTHERS,
  type AskedByOthers,
  RECORDED,
  type RecordedCase,
} from './recorded-cases.ts'

/**
 * Chooses which cases `npm test` asks PostgreSQL: as few seconds of them as ask every statement of
 * the shop with every kind of answer that any case got. Writes down the others. Run it after
 * `npm run test:record`. When only some files were recorded, those ask by themselves all that they
 * ask, and the choice for the other files stands.
 */

/** What goes on at the same time differs from run to run: no record of it tells what another run asks. */
const AT_ONCE = /race|random|at once|at the same|together|lock|simultan|two /i

/** What a case costs beside its own work, in milliseconds: its shop. */
const SHOP = 60

const cases = readFileSync(RECORDED, 'utf8')
  .trim()
  .split('\n')
  .map((line): RecordedCase => JSON.parse(line))
/** Elsewhere a case is about the engine itself. */
const OF_FEATURES = /^server\/(?:features\/(?!backups\/)|(?:http|live|watch|demo)\/|[\w-]+\.test)/
const isKept = ({ file, name }: RecordedCase) =>
  !OF_FEATURES.test(file) || AT_ONCE.test(file) || AT_ONCE.test(name)
const keyOf = ({ file, name }: RecordedCase) => `${file} > ${name}`
const open = new Set(cases.flatMap(({ asked }) => asked))
const asks = (one: RecordedCase) => one.asked.filter((statement) => open.has(statement)).length
const worth = (one: RecordedCase) => asks(one) / (one.ms + SHOP)

const left = new Set(cases)
const chosen = new Set<string>()
function choose(one: RecordedCase): void {
  left.delete(one)
  chosen.add(keyOf(one))
  for (const statement of one.asked) open.delete(statement)
}
for (const one of cases) if (isKept(one)) choose(one)
while (open.size > 0) {
  let best: RecordedCase | null = null
  for (const one of left) if (!best || worth(one) > worth(best)) best = one
  if (best) choose(best)
}

const others = Object.groupBy(
  [...left].filter((one) => !chosen.has(keyOf(one))),
  ({ file }) => file,
)
const before: AskedByOthers = JSON.parse(readFileSync(ASKED_BY_OTHERS, 'utf8'))
const recorded = new Set(cases.map(({ file }) => file))
const rest = Object.entries(before).filter(([file]) => !recorded.has(file) && existsSync(file))
const now = Object.entries(others).map(([file, some = []]): [string, string[]] => [
  file,
  [...new Set(some.map(({ name }) => name))].sort(),
])
const named: AskedByOthers = Object.fromEntries([...rest, ...now].sort())
writeFileSync(ASKED_BY_OTHERS, `${JSON.stringify(named, null, 2)}\n`)
rmSync(RECORDED)
const seconds = (some: Iterable<RecordedCase>) =>
  Math.round([...some].reduce((sum, { ms }) => sum + ms, 0) / 1000)
console.log(
  `Of ${cases.length} cases (${seconds(cases)} s) ${left.size} (${seconds(left)} s) are left to the long form.`,
)
