import { firmRoleLabels, firmRoleRights, firmRoles, type FirmRole } from '#domain/access.ts'
import { useId } from 'react'

interface RoleChoiceProps {
  value: FirmRole
  onChange: (role: FirmRole) => void
}

export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const id = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">Role</legend>
      {firmRoles.map((role) => (
        <label
          key={role}
          className="flex cursor-pointer items-start gap-2.5 rounded-lg border px-3 py-2.5 has-checked:border-primary has-checked:bg-secondary has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={id}
            value={role}
            checked={value === role}
            aria-labelledby={`${id}-${role}`}
            aria-describedby={`${id}-${role}-rights`}
            onChange={() => onChange(role)}
            className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
          />
          <span className="grid">
            <span id={`${id}-${role}`} className="font-medium">
              {firmRoleLabels[role]}
            </span>
            <span id={`${id}-${role}-rights`} className="text-[0.8125rem] text-muted-foreground">
              {firmRoleRights[role]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
