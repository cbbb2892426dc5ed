import type { Reporter } from 'vitest/node'

/** Lists at the end what failed at first and passed when it was tried again: a defect to look into, in the test or in the shop. */
export const lateReporter: Reporter = {
  onTestRunEnd(modules) {
    const late = modules.flatMap(({ project, children }) =>
      [...children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `  ${project.name}: ${test.module.relativeModuleId} > ${test.fullName}`),
    )
    if (late.length > 0)
      console.log(
        `\nFailed at first, passed when tried again (${late.length}):\n${late.join('\n')}\n`,
      )
  },
}
