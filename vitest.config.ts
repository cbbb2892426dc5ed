import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { lateReporter } from './tests/late-reporter.ts'
import { withReact } from './vite.config.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL to make databases in; undefined where the run is on SQLite. */
    postgresUrl: string | undefined
    /** The data folder of a demo shop to copy; undefined where the run has none. */
    demoFolder: string | undefined
    /** How far the browser's tests are from the real clock, in milliseconds; undefined elsewhere. */
    clockShift: number | undefined
  }
}

// What Node made of the sources is kept from run to run: the many processes that tests start open in half the time.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/compiled')

/** Tests of which others send every statement to PostgreSQL too, or that ask no database: there in long runs alone. */
const ON_SQLITE = ['**/*.sqlite.test.ts']

const usual = {
  /** A worker reads the code once for all its files: what a file sets it also unsets, and each test has a shop of its own. */
  isolate: false,
  /** In milliseconds. Some wait for processes that are killed, on a machine that is busy with other work. */
  testTimeout: 60_000,
  /** How long `expect.poll` asks again on such a machine, in milliseconds. */
  expect: { poll: { timeout: 10_000 } },
  /** What is late once on it is listed at the end; what is broken fails again. */
  retry: 1,
}

/**
 * Room for what is new, in megabytes: each test throws a whole
 * shop away, and collecting that cost a tenth of the processor.
 */
const execArgv = ['--min-semi-space-size=32', '--max-semi-space-size=64']

export default defineConfig(({ mode }) => ({
  test: {
    reporters: ['default', lateReporter],
    execArgv,
    projects: [
      {
        test: {
          ...usual,
          name: 'node',
          include: [
            '{contract,server,scripts}/**/*.test.ts',
            'tests/*.test.ts',
            'tests/{attacks,faults}/*.test.ts',
          ],
        },
      },
      {
        plugins: [withReact()],
        test: {
          ...usual,
          name: 'screens',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['tests/patient-screen.ts', 'tests/clear-screen.ts'],
        },
      },
      // It puts its own clock and chance in the place of Node's, for all code it reads.
      {
        test: {
          name: 'explorer',
          include: ['tests/explorer/*.test.ts'],
          testTimeout: usual.testTimeout,
        },
      },
      {
        test: {
          ...usual,
          name: 'postgres',
          include: ['server/**/*.test.ts', 'tests/faults/*.test.ts', 'tests/attacks/fuzz*.test.ts'],
          exclude: mode === 'test' ? ON_SQLITE : [],
          globalSetup: ['tests/postgres-setup.ts'],
        },
      },
      {
        test: {
          ...usual,
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          // Node reads the shop's code itself, from its own cache, without Vite.
          server: { deps: { external: [/\/(?:server|contract)\/.*\.ts$/, /\/dist\/server\//] } },
          globalSetup: ['tests/e2e/demo-setup.ts'],
          setupFiles: ['tests/e2e/on-a-wednesday.ts'],
          // Each wait of a browser has its own limit; a whole walk on a busy machine needs minutes.
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
}))
