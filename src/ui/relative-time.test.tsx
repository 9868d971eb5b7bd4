import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RelativeTime } from './relative-time.tsx';

afterEach(() => vi.useRealTimers());

test('what is to come is counted down while it is looked at', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T12:00:00Z') });
  render(<RelativeTime at="2026-11-27T12:02:30Z" />);
  const shown = () => screen.getByRole('time').textContent;
  const told = [shown()];
  for (let minute = 0; minute < 3; minute++) {
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    told.push(shown());
  }
  expect(told).toEqual(['in 2 min', 'in 1 min', 'in 30 sec', '30 sec ago']);
});
