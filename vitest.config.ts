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
  }
}

// What Node made of the sources is kept from run to run: the many processes that tests start open in half the time.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/compiled')

const FEATURE_TESTS = ['server/**/*.test.ts']

/**
 * Proofs that wait for strangers (Stripe's stand-in, a mail server, encoders), for minutes of the shop's clock, for
 * crowds, or for processes that are killed.
 */
const PATIENT_TESTS = [
  'server/outside/**/*.test.ts',
  'tests/{literal-client,card-numbers}.test.ts',
  'server/jobs{,-under-flood}.test.ts',
  'tests/{attacks,faults}/*.test.ts',
  'server/features/newsletter/letters-by-smtp.test.ts',
  'server/features/{backups,mail,uploads}/*.test.ts',
  'server/features/calendar/seeded-days.test.ts',
  'server/features/books/books-desk.test.ts',
  'server/features/checkout/{stripe,event-order,provider-trouble,quote-end,random-carts,random-days,random-market,webhooks}.test.ts',
  'server/features/checkout/*-stripe*.test.ts',
  'server/features/orders/refunds.test.ts',
  'server/features/analytics/random-figures.test.ts',
  'server/features/recipes/*.test.ts',
  'server/features/admin/change-password.test.ts',
]

/** The desk's screens: as many tests as the shop's have, for one person's eyes. */
const DESK_TESTS = ['web/desk/**/*.test.{ts,tsx}']

/**
 * Tests of the server that hold on any database: they ask none, or grade answers to questions that others ask on both.
 */
const WITHOUT_DATABASE = [
  'server/collect-garbage.test.ts',
  'server/config/config.test.ts',
  'server/core/semaphore.test.ts',
  'server/http/open-app.test.ts',
  'server/live/{live-sockets,live-limits}.test.ts',
  'server/outside/{mail,remember-images,stripe-payments}.test.ts',
  'server/features/admin/passwords.test.ts',
  'server/features/backups/rotate.test.ts',
  'server/features/chat/question-set.test.ts',
  'server/features/pages/sanitize-page.test.ts',
]

/**
 * Tests of which others send every statement of the shop to PostgreSQL
 * as well: `npm test` runs these on SQLite, `npm run test:long` on both.
 */
const LONG_ON_POSTGRES = [
  'server/core/merge-change.test.ts',
  'server/features/admin/{admin,change-password,prepare-password}.test.ts',
  'server/features/backups/{backup-desk,damaged}.test.ts',
  'server/features/books/books-desk.test.ts',
  'server/features/calendar/{edit-rule,is-seeded}.test.ts',
  'server/features/chat/allergen-law.test.ts',
  'server/features/checkout/{checkout-limits,choose-provider,event-order}.test.ts',
  'server/features/checkout/{missed-orders,provider-trouble,quote-end}.test.ts',
  'server/features/checkout/{random-carts,refunds-at-stripe,stripe,what-stripe-did}.test.ts',
  'server/features/newsletter/{letters-by-smtp,newsletter}.test.ts',
  'server/features/orders/goods-that-left.test.ts',
  'server/features/products/bulk-products.test.ts',
  'server/features/uploads/{pictures,uploads}.test.ts',
  'server/jobs-under-flood.test.ts',
  'server/outside/payment-provider.test.ts',
  'tests/attacks/fuzz.test.ts',
  'tests/faults/{backup-faults,killed-moves}.test.ts',
]

/** How long a test may take on a machine that is busy with other work, in milliseconds. */
const BUSY = 20_000

/** Real browsers, servers and killed processes on a busy machine may be late once; what is broken fails again. */
const LATE = 1

/** How long `expect.poll` asks again on such a machine, in milliseconds. */
const expect = { poll: { timeout: 10_000 } }

/**
 * A worker reads the shop's code once for all its files, which halves a run:
 * what a file sets it also unsets, and each test has a shop of its own.
 */
const isolate = false

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
          name: 'unit',
          isolate,
          testTimeout: BUSY,
          include: [
            'contract/**/*.test.ts',
            'tests/*.test.ts',
            'scripts/**/*.test.ts',
            ...FEATURE_TESTS,
          ],
          exclude: PATIENT_TESTS,
        },
      },
      // It puts its own clock and chance in the place of Node's, for all code it reads.
      { test: { name: 'explorer', include: ['tests/explorer/*.test.ts'], testTimeout: BUSY } },
      {
        test: {
          name: 'patient',
          isolate,
          include: PATIENT_TESTS,
          testTimeout: 60_000,
          expect,
          retry: LATE,
        },
      },
      {
        plugins: [withReact()],
        test: {
          name: 'components',
          isolate,
          testTimeout: BUSY,
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: DESK_TESTS,
          environment: 'happy-dom',
          setupFiles: ['tests/patient-screen.ts', 'tests/clear-screen.ts'],
        },
      },
      {
        plugins: [withReact()],
        test: {
          name: 'desk',
          isolate,
          testTimeout: BUSY,
          // A dialog's code is read when it is first opened, and may be late on a busy machine.
          retry: LATE,
          include: DESK_TESTS,
          environment: 'happy-dom',
          setupFiles: ['tests/patient-screen.ts', 'tests/clear-screen.ts'],
        },
      },
      {
        test: {
          name: 'postgres',
          isolate,
          include: [...FEATURE_TESTS, 'tests/faults/*.test.ts', 'tests/attacks/fuzz.test.ts'],
          exclude:
            mode === 'long' || mode === 'two'
              ? WITHOUT_DATABASE
              : [...WITHOUT_DATABASE, ...LONG_ON_POSTGRES],
          globalSetup: ['tests/postgres-setup.ts'],
          setupFiles: ['tests/statements-by-case.ts'],
          testTimeout: BUSY,
          expect,
          retry: LATE,
        },
      },
      {
        test: {
          name: 'browser',
          isolate,
          include: ['tests/e2e/**/*.test.ts'],
          // Node reads the shop's code itself, from its own cache, without Vite.
          server: { deps: { external: [/\/(?:server|contract)\/.*\.ts$/, /\/dist\/server\//] } },
          globalSetup: ['tests/e2e/demo-setup.ts'],
          // Each wait of a browser has its own limit; a whole walk on a busy machine needs minutes.
          testTimeout: 180_000,
          hookTimeout: 60_000,
          expect,
          retry: LATE,
        },
      },
    ],
  },
}))
