export function HowToRestore({ file }: { file: string }) {
  return (
    <section className="grid gap-3 rounded-2xl border border-straw bg-card p-4 sm:p-6">
      <h3 className="text-xl">To go back to a backup</h3>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Stop the shop on its machine.</li>
        <li>
          There, type{' '}
          <code className="block rounded-xl bg-paper px-3 py-2 font-mono text-[0.9375rem] wrap-anywhere">
            npm run restore -- {file}
          </code>
        </li>
        <li>
          It checks the whole file first. Then the shop is as it was, and the shop before is kept beside it; the command
          says how to have that again.
        </li>
      </ol>
      <p className="text-bark-deep">
        The files lie on the shop’s own machine. Download one now and then, and keep it in another place.
      </p>
    </section>
  )
}
