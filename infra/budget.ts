import { stageName } from './stage-names.ts';
import type { StageOptions } from './stage.ts';

/** Sends mail when 80 % is spent, and when the forecast for the month is above the budget. */
export function budget({ budget: dollars, mail }: StageOptions): void {
  if (dollars === undefined) return;
  if (mail === undefined) throw new Error('A stage with a budget needs mail, in infra/stage.ts');
  const notification = {
    comparisonOperator: 'GREATER_THAN',
    thresholdType: 'PERCENTAGE',
    subscriberEmailAddresses: [mail],
  };
  new aws.budgets.Budget('Budget', {
    name: stageName('Budget'),
    budgetType: 'COST',
    timeUnit: 'MONTHLY',
    limitAmount: String(dollars),
    limitUnit: 'USD',
    notifications: [
      { ...notification, notificationType: 'ACTUAL', threshold: 80 },
      { ...notification, notificationType: 'FORECASTED', threshold: 100 },
    ],
  });
}
