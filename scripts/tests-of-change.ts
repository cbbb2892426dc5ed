import { dirname } from 'node:path/posix'

export type Imports = { path: string; imports: readonly string[] }

/**
 * Files that wire the whole shop together: what stands behind them is found from its own folder.
 */
const WIRING =
  /^(server\/(app|open-shop|run-shop|job-list|shop-pages|shop-live)\.ts|web\/(routes|entry-.*)\.tsx)$/

/** What every test stands on: after a change of these all tests run. */
const GROUND =
  /^(package(-lock)?\.json|tsconfig\.json|vite(st)?\.config\.ts|tests\/(a-shop|patient-screen|clear-screen)\.ts)$/

/** Tests of the whole, which cost little and concern every change. */
const ALWAYS = /^tests\/(architecture|operating|supply-chain|statements)\.test\.ts$/

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/**
 * The tests that depend on changed files: by what they and their folder import, but not through the
 * wiring of the whole shop.
 */
export function testsOfChange(files: readonly Imports[], changed: ReadonlySet<string>): string[] {
  const tests = files.filter(({ path }) => isTest(path))
  if ([...changed].some((path) => GROUND.test(path))) return tests.map(({ path }) => path)
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
  const inFolder = Map.groupBy(files, ({ path }) => dirname(path))
  const dependsOn = (path: string): boolean => {
    const folder = dirname(path)
    const neighbors =
      folder === 'tests' ? [] : (inFolder.get(folder) ?? []).map((file) => file.path)
    return [...reach([path, ...neighbors.filter((one) => !isTest(one))], importsOf)].some((one) =>
      changed.has(one),
    )
  }
  return tests.map(({ path }) => path).filter((path) => ALWAYS.test(path) || dependsOn(path))
}

/**
 * All that is imported from these files on, themselves included; of what serves tests alone, only
 * other such files.
 */
function reach(
  from: readonly string[],
  importsOf: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const found = new Set<string>()
  const open = [...from]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    found.add(path)
    if (WIRING.test(path)) continue
    const servesTests = path.startsWith('tests/') && !isTest(path)
    for (const next of importsOf.get(path) ?? [])
      if (!servesTests || next.startsWith('tests/')) open.push(next)
  }
  return found
}
