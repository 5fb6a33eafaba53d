import { useEffect, useState } from 'react'

export function useDebouncedValue<Value>(value: Value, milliseconds: number): Value {
  const [debounced, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return debounced
}
