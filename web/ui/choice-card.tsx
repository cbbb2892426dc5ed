import type { ReactNode } from 'react'

type ChoiceCardProps = {
  name: string
  label: string
  note: ReactNode
  aside?: ReactNode
  value?: string
  checked: boolean
  disabled?: boolean
  onChoose: () => void
}

export function ChoiceCard(props: ChoiceCardProps) {
  const { name, label, note, aside, value = label, checked, disabled = false, onChoose } = props
  return (
    <label className="relative flex min-h-11 cursor-pointer flex-wrap items-start gap-2.5 rounded-xl border-[1.5px] border-bark bg-field px-3.5 py-2.5 has-checked:border-leaf has-checked:bg-sprout has-checked:[box-shadow:inset_0_0_0_1px_var(--color-leaf)] has-disabled:cursor-not-allowed has-disabled:border-straw has-disabled:bg-paper has-disabled:text-bark-deep has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf">
      <input
        type="radio"
        name={name}
        value={value}
        disabled={disabled}
        checked={checked}
        onChange={onChoose}
        className="peer absolute inset-0 size-full cursor-[inherit] opacity-0"
      />
      <span className="mt-1 size-4.5 shrink-0 rounded-full border-[1.5px] border-bark peer-checked:border-[6px] peer-checked:border-leaf" />
      <span className="min-w-0 grow basis-16 wrap-anywhere">
        <span className="block font-semibold">{label}</span>
        <span className="block text-[0.9375rem] text-bark-deep">{note}</span>
      </span>
      {aside && <span className="relative z-1 ml-auto self-center">{aside}</span>}
    </label>
  )
}
