import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL to make databases in; undefined where the run is on SQLite. */
    postgresUrl: string | undefined
  }
}

const FEATURE_TESTS = ['server/**/*.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'tests/*.test.ts', 'scripts/**/*.test.ts', ...FEATURE_TESTS],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'components',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
      {
        test: {
          name: 'postgres',
          include: FEATURE_TESTS,
          globalSetup: ['tests/postgres-setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
