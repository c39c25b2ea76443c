"""Explanations: one Markdown file a language for each metric and each concept, joined with what the entry knows."""

import inspect
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

from ..errors import InputError
from ..messages import Translated
from ..messages.language import either, listed, say
from .entry import Entry
from .names import known_as, meanings, others_of, shared_with, spelt
from .registry import entries

SECTIONS = {
    "en": ("Formula", "How to read it", "Pitfalls", "Prefer another when", "Related", "Sources"),
    "zh": ("公式", "如何解读", "常见误区", "何时换用其他指标", "相关指标", "参考资料"),
}
OPTIONS = {"macro": "宏平均", "micro": "微平均", "weighted": "加权平均", "samples": "按行平均", "ovr": "一对其余", "ovo": "两两对比"}
"""Values of options that Chinese sentences say in words."""
PARTS = ("formula", "reading", "pitfalls", "alternatives", "related", "sources")
CONCEPT_SECTIONS = {
    "en": ("What it is", "How to read it", "What it is not", "What gnomon does", "When to use what", "Related", "Sources"),
    "zh": ("是什么", "如何解读", "常见误解", "gnomon 的做法", "何时用什么", "相关条目", "参考资料"),
}
CONCEPT_PARTS = ("idea", "reading", "pitfalls", "practice", "alternatives", "related", "sources")
WORDS = {
    "en": {
        "also": "Also called",
        "under": "Also found under",
        "shared": "`{name}` may also mean {others}: say which is meant",
        "range": "Range",
        "options": "Options",
        "higher": "higher is better",
        "lower": "lower is better",
        None: "neither end is better in itself",
    },
    "zh": {
        "also": "又名",
        "under": "也可检索",
        "shared": "“{name}”在不同资料里还可能指 {others}，使用时请说明是哪一个",
        "range": "取值范围",
        "options": "选项",
        "higher": "越大越好",
        "lower": "越小越好",
        None: "大小本身无所谓好坏",
    },
}

_HAN = "\\u4e00-\\u9fff"
_MARKS = "，。；：、！？（）“”《》…"
_RUNS_ON = re.compile(rf"(?<=[{_MARKS}])\n *(?![-#>|]|```)(?=\S)|(?<=[{_HAN}])\n *(?=[{_HAN}{_MARKS}])|\n *(?=[{_MARKS}])")
"""Line breaks between Chinese letters or beside their punctuation; those before a list, a heading or code stay."""
_MEETS_LATIN = re.compile(rf"(?<=\S)\n *(?=[{_HAN}])|(?<=[{_HAN}])\n *(?![-#>|]|```)(?=\S)")
"""Line breaks where Chinese meets other letters, between which a space stands."""
_CODE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Concept:
    """What is explained beside the metrics: an idea that has no value of its own, on how sure a figure is or on what it means."""

    name: str
    aliases: tuple[str, ...] = ()
    topic: Literal["uncertainty", "meaning"] = "uncertainty"

    @property
    def names(self) -> tuple[str, ...]:
        """The name and its aliases; hyphens, underscores and spaces are one to whoever asks."""
        return (self.name, *self.aliases)


CONCEPTS = (
    Concept("interval", ("confidence_interval", "ci", "coverage", "confidence_level", "error_bar", "置信区间", "区间覆盖率")),
    Concept("p_value", ("significance", "hypothesis_test", "null_hypothesis", "p值", "显著性", "假设检验")),
    Concept("bootstrap", ("resampling", "poisson_bootstrap", "bca", "bc", "bias_corrected", "自助法", "重抽样")),
    Concept("delong", ("delong_test", "delong_wilson", "paired_delong", "obuchowski", "placements", "delong检验")),
    Concept("wilson", ("wilson_interval", "clopper_pearson", "agresti_coull", "binomial_interval", "wilson区间", "比例的置信区间")),
    Concept("mcnemar", ("mcnemar_test", "mid_p", "discordant_pairs", "mcnemar检验", "配对卡方检验")),
    Concept("multiple_comparisons", ("multiple_testing", "holm", "benjamini_hochberg", "bonferroni", "fwer", "多重比较", "多重检验")),
    Concept("dominance", ("crossing_curves", "simultaneous_band", "confidence_band", "占优", "同时置信带")),
    Concept("optimism", ("optimistic_bias", "winners_curse", "data_snooping", "乐观偏差")),
    Concept("clustered_rows", ("clusters", "design_effect", "effective_sample_size", "intraclass_correlation", "整群", "设计效应")),
    Concept("sample_size", ("statistical_power", "power_analysis", "rule_of_three", "样本量", "检验功效")),
    Concept("randomization_test", ("randomisation_test", "permutation_test", "sign_flip_test", "随机化检验", "置换检验")),
    Concept("t_test", ("welch", "student_t", "paired_t_test", "t_test_from_summaries", "cohens_d", "effect_size", "t检验", "效应量")),
    Concept("ks_2samp", ("ks_test", "kolmogorov_smirnov_test", "two_sample_ks", "smirnov_test", "ks检验", "两样本ks检验")),
    Concept(
        "correlation_test", ("fisher_z", "correlation_interval", "anscombes_quartet", "相关性检验", "相关系数检验", "相关系数的置信区间")
    ),
    Concept("corrected_resampled_t", ("nadeau_bengio", "resampled_t_test", "cross_validation_test", "校正重抽样t检验", "交叉验证检验")),
    Concept("error_types", ("type_i_error", "type_ii_error", "type_1_error", "type_2_error", "第一类错误", "第二类错误"), "meaning"),
    Concept("rank_sum", ("mann_whitney", "wilcoxon_rank_sum", "u_statistic", "mid_ranks", "秩和", "秩和检验"), "meaning"),
    Concept("roc_history", ("signal_detection", "receiver_operating_characteristic", "roc的由来", "受试者工作特征"), "meaning"),
    Concept("class_ratio", ("class_imbalance", "roc_or_pr", "roc_versus_pr", "类别不平衡", "正负比例"), "meaning"),
    Concept("admission_boundary", ("approval_cutoff", "ks_and_profit", "准入边界", "准入线"), "meaning"),
    Concept("cutoff_table", ("approval_rate", "profit_curve", "准入线表", "通过率"), "meaning"),
    Concept("swap_set", ("swap_in", "swap_out", "swap_set_analysis", "换入换出", "换入", "换出"), "meaning"),
    Concept("ceiling", ("feature_ceiling", "label_conflicts", "irreducible_error", "特征上限", "标签冲突"), "meaning"),
    Concept("scorecard", ("credit_scorecard", "pdo", "points_to_double_the_odds", "评分卡", "分值刻度"), "meaning"),
    Concept("reason_codes", ("adverse_action", "reason_code", "拒绝原因", "原因代码"), "meaning"),
    Concept("offline_online", ("online_offline_gap", "better_auc_worse_online", "leakage", "线上线下", "特征穿越"), "meaning"),
    Concept("click_conversion", ("click_auc", "conversion_auc", "ctr_or_cvr", "点击与转化"), "meaning"),
    Concept(
        "psi", ("population_stability_index", "psi_table", "csi", "characteristic_stability", "群体稳定性指标", "稳定性指数"), "meaning"
    ),
    Concept(
        "distribution_distance",
        (
            *("jensen_shannon", "hellinger", "chi_square", "cramers_v", "herfindahl", "js_divergence", "chi_squared_test"),
            *("jensen_shannon散度", "卡方检验", "集中度"),
        ),
        "meaning",
    ),
    Concept("grade_tests", ("rating_grades", "pd_calibration", "grade_calibration", "评级检验", "违约概率校准"), "meaning"),
    Concept("stability", ("monitoring", "drift", "population_drift", "漂移", "稳定性监控"), "meaning"),
    Concept("woe", ("weight_of_evidence", "woe_table", "证据权重", "证据权"), "meaning"),
    Concept("information_value", ("iv", "jeffreys_divergence", "信息值", "信息量"), "meaning"),
    Concept(
        "binning", ("optimal_binning", "chi_merge", "discretization", "discretisation", "coarse_classing", "分箱", "最优分箱"), "meaning"
    ),
    Concept("text_diversity", ("distinct_n", "self_bleu", "distinct_1", "distinct_2", "lexical_diversity", "文本多样性"), "meaning"),
    Concept(
        "box_iou",
        ("overlap_of_boxes", "giou", "diou", "ciou", "bounding_box_iou", "rotated_iou", "oriented_boxes", "边界框交并比", "旋转框"),
        "meaning",
    ),
    Concept("ground_truth", ("hit_ratio_denominator", "hits_over_k", "命中率的分母", "真实物品"), "meaning"),
)


class Explanation(str):
    """The explanation as Markdown text, with its parts by name: heading, meaning, formula, reading, pitfalls, …

    A part that belongs to the other kind is empty: a concept has no ``formula``, a metric no ``idea`` (what a concept is) and no
    ``practice`` (what gnomon does about it). ``sections`` holds the parts as they are headed in the text.
    """

    metric: str = ""
    concept: str = ""
    lang: str
    heading: str
    meaning: str
    formula: str = ""
    idea: str = ""
    reading: str
    pitfalls: str
    practice: str = ""
    alternatives: str
    related: str
    sources: str
    sections: dict[str, str]

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return str(self)

    def to_dict(self) -> dict[str, str]:
        """The parts by name."""
        kind, parts = ("concept", CONCEPT_PARTS) if self.concept else ("metric", PARTS)
        return {name: getattr(self, name) for name in (kind, "lang", "heading", "meaning", *parts)}


def _headings(subject: Entry | Concept, lang: str) -> tuple[str, ...]:
    return (CONCEPT_SECTIONS if isinstance(subject, Concept) else SECTIONS)[lang]


def _path(subject: Entry | Concept, lang: str) -> Path:
    """Where an explanation lies: here, or in a folder beside the definition of a metric that was brought from elsewhere."""
    here = Path(__file__).parent / "explanations" / lang
    if isinstance(subject, Concept):
        return here / "concepts" / f"{subject.name}.md"
    path = here / f"{subject.name}.md"
    return path if path.exists() else Path(inspect.getfile(subject.function)).parent / "explanations" / lang / path.name


def _joined(markdown: str) -> str:
    r"""The text with its lines joined where Chinese runs on: a line break there would be shown as a space inside a sentence.

    >>> _joined("取决于总体，\n换一批 *样本*\n就变。\n\n- 甲；\n- 乙：\n  `ks`")
    '取决于总体，换一批 *样本* 就变。\n\n- 甲；\n- 乙：`ks`'
    """
    parts = _CODE.split(markdown)
    return "".join(part if part.startswith("```") else _MEETS_LATIN.sub(" ", _RUNS_ON.sub("", part)) for part in parts)


@lru_cache(maxsize=256)
def _file(subject: Entry | Concept, lang: str) -> tuple[str, str, tuple[str, ...]]:
    """Title, meaning and the sections of one file."""
    head, *sections = _joined(_path(subject, lang).read_text(encoding="utf-8")).split("\n## ")
    title, _, meaning = head.partition("\n")
    found = {heading.strip(): body.strip() for heading, _, body in (section.partition("\n") for section in sections)}
    return title.removeprefix("# ").strip(), meaning.strip(), tuple(found[heading] for heading in _headings(subject, lang))


def text_of(subject: Entry | Concept) -> str:
    """All the words of the explanations of a metric or concept, in lower case, for searching."""
    return " ".join(f"{title} {meaning} {' '.join(body)}" for title, meaning, body in (_file(subject, lang) for lang in SECTIONS)).lower()


def concepts(words: str = "") -> list[Concept]:
    """Concepts whose names or explanations hold all the words, those that are called so first.

    >>> from gnomon.catalog.explain import concepts
    >>> concepts("holm")[0].name
    'multiple_comparisons'
    """
    wanted = words.lower().split()
    named = [c for c in CONCEPTS if all(word in " ".join(c.names) for word in wanted)]
    return named + [c for c in CONCEPTS if c not in named and all(word in text_of(c) for word in wanted)]


def _facts(subject: Entry | Concept, lang: str) -> list[str]:
    """What is known and the file need not repeat: other names; of a metric its range, direction and options."""
    words = WORDS[lang]
    colon, stop, comma = ("：", "；", "、") if lang == "zh" else (": ", "; ", ", ")
    facts = []
    others = [alias for alias in subject.names[1:] if lang == "zh" or alias.isascii()]
    if others:  # what leads to a concept need not be its synonym: a part of it, or its neighbour
        called = words["under" if isinstance(subject, Concept) else "also"]
        facts.append(f"{called}{colon}{comma.join(f'`{alias}`' for alias in others)}")
    if isinstance(subject, Concept):
        return facts
    if leads := [name for known in subject.names for name in others_of(known) if name.isascii() == (lang == "en")]:
        facts.append(f"{words['under']}{colon}{comma.join(f'`{name}`' for name in leads)}")
    for name, several in shared_with(subject.name):
        if lang == "zh" or name.isascii():
            rest = comma.join(f"`{one}`" for one in several if one != subject.name)
            facts.append(words["shared"].format(name=name, others=rest))
    if subject.range is not None:
        low, high = (f"{end:g}".replace("inf", "∞") for end in subject.range)
        facts.append(f"{words['range']}{colon}{low} – {high}{stop}{words[subject.better]}")
    options = [f"`{option.name}=` {option.symbols}".rstrip() for option in subject.options.values()]
    if options:
        facts.append(f"{words['options']}{colon}{stop.join(options)}")
    return facts


def _bare(name: str) -> str:
    """A name however its words were joined."""
    return re.sub("[_–—]", "", spelt(name))


def titles_of(subject: Entry | Concept, lang: str) -> list[str]:
    """The title of an explanation as it may be asked for: whole, without what stands in brackets, and each name in them."""
    title = _file(subject, lang)[0]
    name, _, inside = title.partition("（" if lang == "zh" else " (")
    return [title, name, *(part for part in re.split("，|, ", inside[:-1]) if part)]


@cache
def _titled(known: tuple[Entry | Concept, ...]) -> dict[str, list[Entry | Concept]]:
    """By every title in either language, and every name however it is joined, what it may mean."""
    found: dict[str, list[Entry | Concept]] = {}
    for subject in known:
        names = [title for lang in SECTIONS if _path(subject, lang).exists() for title in titles_of(subject, lang)]
        names += [called for own in subject.names for called in (own, *others_of(own))]
        if isinstance(subject, Entry) and "k" in subject.options:
            names.append(f"{subject.name.removesuffix('_at')}@k")
        for name in names:
            same = found.setdefault(_bare(name), [])
            if subject not in same:
                same.append(subject)
    return found


def _by_title(asked: str) -> Entry | Concept | None:
    """What is titled so; where several are, it is refused naming them."""
    found = _titled((*entries(), *CONCEPTS)).get(_bare(asked), [])
    if len(found) > 1:
        names = listed(subject.name for subject in found)
        raise InputError("catalog.metric_name_ambiguous", name=asked, names=names)
    return found[0] if found else None


def subject_of(name: Any) -> Entry | Concept:
    """The metric or concept of a name, the first of those that share it; an unknown one is answered with the nearest of both."""
    whole = str(getattr(name, "__name__", name))
    if "@" in whole and (titled := _by_title(whole)) is not None:
        return titled
    asked = whole.partition("@")[0]
    metrics = {known: entry for entry in entries() for known in (*entry.spellings, *entry.names)}
    ideas = {known: concept for concept in CONCEPTS for known in concept.names}
    for known in (asked, spelt(asked), known_as(asked) or "", *meanings(asked)):
        if known in metrics:
            return metrics[known]
    for known, concept in ideas.items():
        if _bare(known) == _bare(asked):
            return concept
    if (titled := _by_title(asked)) is not None:
        return titled
    import difflib

    of_both: dict[str, Entry | Concept] = {**ideas, **metrics}
    alike = [known for known in of_both if known.isascii() == asked.isascii()]  # a name in the letters that were typed
    near = difflib.get_close_matches(spelt(asked), alike, n=6, cutoff=0.5)
    nearest: dict[int, str] = {}
    for known in near:
        nearest.setdefault(id(of_both[known]), known)  # of a name and its aliases one is enough
    near = list(nearest.values())[:3]
    if not near:
        names = ", ".join(concept.name for concept in CONCEPTS)
        raise InputError(
            "catalog.explained_name_unknown",
            asked=asked,
            names=names,
        )
    kinds = say("catalog.part_metric_or_concept") if any(known in ideas for known in near) else say("evaluation.part_metric_kind")
    raise InputError("catalog.name_unknown_with_choices", kinds=kinds, asked=asked, choices=either(near))


def called(metric: str, lang: str) -> str:
    """A metric as a sentence names it, its options behind: the abbreviation that its heading ends with, else the heading without brackets.

    >>> called("roc_auc", "zh"), called("recall_at@10", "zh"), called("log_loss", "en"), called("f1(average=macro)@0.3", "zh")
    ('AUC', '召回率@10', 'Log loss', 'F1 值（宏平均）@0.3')
    """
    from .reference import parse

    reference = parse(metric)
    try:
        heading = _file(reference.entry, lang)[0]
    except FileNotFoundError:  # a metric from elsewhere that is not explained
        return metric
    name, _, inside = heading.partition("（" if lang == "zh" else " (")
    last = re.split("，|, ", inside.rstrip("）)"))[-1]
    name = name.removeprefix("前 k 名").removesuffix(" at k")  # k stands behind the name
    behind = str(reference).removeprefix(reference.entry.name)
    if lang == "zh" and behind.startswith("("):
        options = "、".join(OPTIONS.get(str(value), f"{key}={value}") for key, value in (reference.options | reference.over).items())
        behind = f"（{options}）" + behind[behind.rindex(")") + 1 :]
    return (last if last.isascii() and last.isupper() else name) + behind


def named(metric: str) -> Translated:
    """A metric inside a message: by its reference in English, by its short name in Chinese."""
    return Translated(metric, zh=called(metric, "zh"))


def explain(name: Any, lang: Literal["en", "zh"] = "en") -> Explanation:
    """What a metric means, how it is computed and read, where it misleads, and what to use instead.

    Concepts are explained alike: "interval", "p_value", "bootstrap", "error_types", "rank_sum" and more.

    >>> import gnomon as gn
    >>> print(gn.explain("ks", lang="zh").heading)
    KS 统计量
    >>> "youden_j" in gn.explain("ks").related
    True
    >>> gn.explain("confidence interval").concept
    'interval'
    """
    if lang not in SECTIONS:
        raise InputError("catalog.language_unknown", lang=lang, choices=either(map(repr, SECTIONS)))
    subject = subject_of(name)
    title, meaning, bodies = _file(subject, lang)
    sections = dict(zip(_headings(subject, lang), bodies, strict=True))
    lines = [f"# {title}", "", f"`{subject.name}` — {meaning}", "", *(f"- {fact}" for fact in _facts(subject, lang)), ""]
    for heading, body in sections.items():
        lines += [f"## {heading}", "", body, ""]
    explanation = Explanation("\n".join(lines))
    explanation.lang, explanation.heading, explanation.meaning, explanation.sections = lang, title, meaning, sections
    if isinstance(subject, Concept):
        explanation.concept = subject.name
    else:
        explanation.metric = subject.name
    for part, body in zip(CONCEPT_PARTS if explanation.concept else PARTS, bodies, strict=True):
        setattr(explanation, part, body)
    return explanation
