import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { setKeysOn, useKeysOn } from './keys-setting.ts'

export function KeysSwitch() {
  return (
    <Checkbox
      label="Use shortcuts of single keys"
      hint="Turn them off if you use speech input, or press keys by accident. Kept in this browser. Ctrl/⌘ + K and Ctrl/⌘ + B always work."
      checked={useKeysOn()}
      onChange={({ target }) => setKeysOn(target.checked)}
    />
  )
}
