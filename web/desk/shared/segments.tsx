type SegmentsProps<Value extends string> = {
  label: string
  name: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  onChoose: (value: Value) => void
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, name, options, value, onChoose } = props
  return (
    <fieldset className="grid auto-cols-fr grid-flow-col gap-1 rounded-2xl border-[1.5px] border-bark bg-field p-1">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, text]) => (
        <label
          key={option}
          className="relative flex min-h-11 cursor-pointer items-center justify-center rounded-xl px-2 py-1 text-center leading-tight font-semibold has-checked:bg-leaf has-checked:text-on-leaf has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChoose(option)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
