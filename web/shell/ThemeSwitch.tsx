import { Moon, Sun } from 'lucide-react'
import { useTheme } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { Tip } from '#web/ui/overlays/Tip.tsx'

export function ThemeSwitch() {
  const { theme, toggleTheme } = useTheme()
  const isDark = theme === 'dark'
  const text = isDark ? 'Switch to light theme' : 'Switch to dark theme'
  const Icon = isDark ? Sun : Moon
  return (
    <Tip text={text} side="bottom">
      <Button variant="ghost" size="icon" aria-label={text} onClick={toggleTheme}>
        <Icon aria-hidden="true" />
      </Button>
    </Tip>
  )
}
