"""What is said of variables that move: what chance makes of an index, what stood in for empty bins, which months and columns stand out."""

STABILITY: dict[str, str] = {
    "cut_between_cells": "the column has more different numbers than are told apart; cuts stand between {cells:,} cells of neighbouring "
    "ones, where counts are exact",
    "bins_fewer": "asked for {asked} bins, made {made}: equal values are not parted, so that fewer edges differ",
    "missing_merged": "missing values are counted in {bin}, as the bins say",
    "categories_new": "categories that the reference has not ({count:,}): {names:, }",
    "psi_one_bin": "all rows fall into one bin, in which nothing can move",
    "psi_bands_blind": "samples of {expected:,.0f} and {actual:,.0f} rows are too small for the bands 0.10 and 0.25: without any shift the "
    "index is about {chance:.4f}, and once in twenty times above {critical:.4f} (p {p}); read the p-value, or take fewer bins",
    "psi_by_chance": "the index is in a band of shifts, but chance explains it: samples of {expected:,.0f} and {actual:,.0f} rows "
    "make about "
    "{chance:.4f} without any shift (p {p})",
    "psi_sure_but_small": "the shift is sure (chance alone makes about {chance:.4f}, p {p}) and small: below 0.10 it is called stable",
    "psi_filled": "bins that are empty in one sample ({count:,}: {bins:, }): as if {amount:g} rows were there, which decides what they add",
    "psi_filled_share": "bins that are empty in one sample ({count:,}: {bins:, }): a share of {amount:g} stands in, which decides "
    "what they add",
    "psi_skipped": "bins that are empty in one sample ({count:,}: {bins:, }) were left out, though rows came or went there",
    "psi_only_expected": "columns in the reference only ({count:,}): {names:, }",
    "psi_only_actual": "columns that the reference has not ({count:,}): {names:, }",
    "psi_failed": "{column} has no PSI: {reason}",
    "psi_of_column": "in {column}: {note}",
    "cells_small": "a bin expects only {smallest:.2g} rows in one sample; below {limit} the chi-squared law is rough: gather bins",
    "defaults_few": "fewer than 5 defaults are expected in {grades:, }: the test of all grades together is rough there, the tests "
    "of each are "
    "exact",
    "periods_missing": "periods between the first and the last without any rows ({count:,}): {names:, }",
    "periods_none": "rows without {name}, which were left out: {count:,}",
    "watch_large": "{column} has moved: PSI {psi:.3f} in {period} (periods with 0.25 or more: {count:,}), most of it in {bin}",
    "watch_moderate": "{column} has moved somewhat: PSI {psi:.3f} in {period} (periods with 0.10 or more: {count:,}), most of it in {bin}",
    "watch_chance": "{column} has a PSI of {psi:.3f} in {period}, which so few rows, or the worst of so many periods and columns, "
    "make by chance (about {chance:.3f} without any shift, p after Holm {p})",
    "watch_stable": "no PSI reaches 0.10 in any period",
    "watch_ks": "the score separates worse: KS {value:.3f} in {period} against {first:.3f} in {reference}, and their intervals do not meet "
    "(such periods: {count:,})",
    "watch_bad_rate": "the bad rate has changed: {value:share} in {period} against {first:share} in {reference}, and their "
    "intervals do not meet "
    "(such periods: {count:,})",
}
