import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path/posix'

export type Imports = { path: string; imports: readonly string[] }

/** Imports stop at these: they wire the whole shop, and each part is found from its own folder. */
const WIRING =
  /^(server\/(app|open-shop|run-shop|job-list|shop-pages|shop-live)\.ts|web\/(routes|entry-.*)\.tsx)$/

/** Every test depends on these, so a change runs all tests. */
const GROUND =
  /^(package(-lock)?\.json|tsconfig\.json|vite(st)?\.config\.ts|tests\/(a-shop|patient-screen|clear-screen)\.ts)$/

/** Whole-shop tests: cheap, and any change can break them. */
const ALWAYS = /^tests\/(architecture|operating|supply-chain|statements)\.test\.ts$/

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** By what tests and their folders import, but not through the whole shop's wiring. */
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

/** These files and all they import, transitively; test helpers lead only to other test files. */
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

/** What differs from main or is uncommitted; on main, from origin/main or the previous commit. */
export function changedFiles(): Set<string> {
  const head = git('rev-parse', 'HEAD')[0]
  const base = ['origin/main', 'main', 'HEAD~1']
    .flatMap((name) => git('merge-base', 'HEAD', name)[0] ?? [])
    .find((commit) => commit !== head)
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return new Set([...(base ? git('diff', '--name-only', base, 'HEAD') : []), ...uncommitted])
}

function git(...args: string[]): string[] {
  try {
    const printed = execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return printed.split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}
