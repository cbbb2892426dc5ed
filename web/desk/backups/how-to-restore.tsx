export function HowToRestore({ file }: { file: string }) {
  return (
    <section className="grid gap-3 rounded-2xl border border-straw bg-card p-4 sm:p-6">
      <h3 className="text-xl">To go back to a backup</h3>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Stop the shop on its server.</li>
        <li>
          There, type{' '}
          <code className="block rounded-xl bg-paper px-3 py-2 font-mono text-[0.9375rem] wrap-anywhere">
            npm run restore -- {file}
          </code>
        </li>
        <li>
          It checks the whole file first and then puts the shop back as it was. The current shop is kept beside it; the
          command says how to get it back.
        </li>
      </ol>
      <p className="text-bark-deep">
        The files are on the shop’s own server. Download one now and then and keep it somewhere else.
      </p>
    </section>
  )
}
