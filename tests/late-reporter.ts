import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase } from 'vitest/node'

/**
 * Lists at the end what failed first and passed on retry, and why: a defect to look into, in the
 * test or in the shop.
 */
export const lateReporter: Reporter = {
  onTestRunEnd(modules) {
    const late = modules.flatMap(({ project, children }) =>
      [...children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `  ${project.name}: ${nameOf(test)}${whyOf(test)}`),
    )
    if (late.length > 0)
      console.log(
        `\nFailed at first, passed when tried again (${late.length}):\n${late.join('\n')}\n`,
      )
  },
}

const nameOf = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`

function whyOf(test: TestCase): string {
  const lines = (test.result().errors ?? []).flatMap(({ message, diff = '', stack = '' }) => [
    ...message.split('\n'),
    ...diff.split('\n'),
    ...stack.split('\n').filter((line) => line.includes('.test.ts')),
  ])
  return stripVTControlCharacters(lines.map((line) => `\n      ${line.trimEnd()}`).join(''))
}
